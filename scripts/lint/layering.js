import { dirname, relative, resolve, sep } from "node:path";
import { layers } from "./layers.js";

/** Reports an import that `layers` does not list, whether it is static, dynamic, a re-export or a type's. */
export const layering = {
  create(context) {
    const from = moduleName(context.cwd, context.filename);
    const row = rowOf(from);
    if (row === undefined) return {};
    const check = (node, source, typeOnly) => {
      const specifier = source?.value;
      if (typeof specifier !== "string" || isAllowed(row, target(context, specifier), typeOnly)) return;
      context.report({ node, message: `"${specifier}": ${describe(row)}` });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source, importsTypes(node)),
      ExportNamedDeclaration: (node) => check(node, node.source, node.exportKind === "type"),
      ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === "type"),
      ImportExpression: (node) => check(node, node.source, false),
      TSImportType: (node) => check(node, node.source, true),
    };
  },
};

/** `src/core/path.ts` is `core/path`; what lies beside src/ keeps its folder's name. */
function moduleName(root, file) {
  const parts = relative(root, file).split(sep);
  if (parts[0] === "src") parts.shift();
  return parts.join("/").replace(/\.tsx?$/, "");
}

function rowOf(module) {
  const names = Object.keys(layers).filter((name) => within(module, name));
  const name = names.toSorted((a, b) => b.length - a.length)[0];
  return name === undefined ? undefined : { name, ...layers[name] };
}

const within = (module, folder) => module === folder || module.startsWith(`${folder}/`);

function target(context, specifier) {
  if (!specifier.startsWith(".")) return { package: specifier };
  return { module: moduleName(context.cwd, resolve(dirname(context.filename), specifier)) };
}

function isAllowed({ name, modules = [], types = [], packages = [] }, imported, typeOnly) {
  if (imported.package !== undefined) return packages.some((allowed) => within(imported.package, allowed));
  return [name, ...modules, ...(typeOnly ? types : [])].some((allowed) => within(imported.module, allowed));
}

const importsTypes = ({ importKind, specifiers }) =>
  importKind === "type" || (specifiers.length > 0 && specifiers.every((specifier) => specifier.importKind === "type"));

function describe({ name, modules = [], types = [], packages = [] }) {
  const lists = [
    [modules, ""],
    [types, "the types of "],
    [packages, "the packages "],
  ];
  const may = lists.filter(([names]) => names.length > 0).map(([names, what]) => what + names.join(", "));
  return may.length === 0 ? `${name} may import nothing else.` : `${name} may import ${may.join("; ")}.`;
}
