import resolve from "@rollup/plugin-node-resolve";

export default () => resolve({ browser: true });
