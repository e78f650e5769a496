// What the scene uses of three.js: esbuild leaves the rest out.

export {
    BoxGeometry, BufferAttribute, Color, ConeGeometry, CustomBlending, CylinderGeometry, DirectionalLight, DoubleSide, Group,
    HemisphereLight, InstancedBufferAttribute, InstancedBufferGeometry, InstancedMesh, LatheGeometry, Matrix4, Mesh,
    MeshBasicMaterial, MeshStandardMaterial, MinEquation, OneFactor, PerspectiveCamera, PlaneGeometry, Quaternion, Ray, Scene,
    ShaderMaterial, SphereGeometry, TorusGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
