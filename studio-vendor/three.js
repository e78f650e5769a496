// What the scene uses of three.js: esbuild leaves the rest out.

export {
    AmbientLight, ArrowHelper, BackSide, BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CircleGeometry,
    Color, ConeGeometry, CylinderGeometry, DirectionalLight, DoubleSide, Euler, FrontSide, Group, HemisphereLight,
    InstancedMesh, Line, LineBasicMaterial, LineDashedMaterial, LineLoop, LineSegments, MathUtils, Matrix3, Matrix4, Mesh,
    MeshBasicMaterial, MeshLambertMaterial, MeshPhongMaterial, MeshPhysicalMaterial, MeshStandardMaterial, NoToneMapping,
    Object3D, OrthographicCamera, PCFShadowMap, PCFSoftShadowMap, PerspectiveCamera, Plane, PlaneGeometry, PMREMGenerator,
    Quaternion, Raycaster, RingGeometry, Scene, ShaderMaterial, ShadowMaterial, Sphere, SphereGeometry, SRGBColorSpace,
    TorusGeometry, Vector2, Vector3, Vector4, VSMShadowMap, WebGLRenderer, ACESFilmicToneMapping, AgXToneMapping,
    NeutralToneMapping, LatheGeometry, Box3,
} from "three";
