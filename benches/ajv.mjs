// The values files named after the schema, checked with ajv in one process, as a peer of `chartgen
// validate`: node benches/ajv.mjs SCHEMA FILE... (packages: ajv, ajv-formats is not needed, js-yaml).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(`${process.env.PEERS_NODE ?? process.cwd()}/`);
const Ajv = require("ajv/dist/2020.js").default;
const yaml = require("js-yaml");
const [schema, ...files] = process.argv.slice(2);
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const check = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
let wrong = 0;
for (const file of files) {
  if (!check(yaml.load(readFileSync(file, "utf8")))) wrong += 1;
}
console.log(`${files.length} files, ${wrong} wrong`);
process.exitCode = wrong > 0 ? 1 : 0;
