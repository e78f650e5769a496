// What the scene uses of three.js: esbuild leaves the rest out.

export {
    BoxGeometry, BufferAttribute, BufferGeometry, Color, ConeGeometry, CustomBlending, CylinderGeometry, DirectionalLight, DoubleSide, Group,
    HemisphereLight, InstancedBufferAttribute, InstancedBufferGeometry, InstancedMesh, LatheGeometry, LineSegments, Matrix4, Mesh,
    MeshBasicMaterial, MeshPhongMaterial, MeshStandardMaterial, MinEquation, OneFactor, PerspectiveCamera, Quaternion, Scene,
    ShaderMaterial, SphereGeometry, TorusGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
