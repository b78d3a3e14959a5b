const below = ["core", "ports", "engines", "volumes", "workspace", "policy", "history", "transfer", "shell", "tools", "worker"];

/**
 * What each folder of the sources may import besides itself. The most specific row holds for a file, and modules are named from src/, without
 * an extension: a folder stands for all that is in it. `types` are for `import type` alone; `packages` are installed ones.
 */
export const layers = {
  core: {},
  ports: { modules: ["core"] },

  // Engines import to the left only: regex, glob, diff | ignore, edit | patch, grep | symbols.
  "engines/regex": { modules: ["core"] },
  "engines/glob": { modules: ["core"] },
  "engines/diff": { modules: ["core"], packages: ["diff"] },
  "engines/ignore": { modules: ["core", "engines/regex", "engines/glob", "engines/diff"] },
  "engines/edit": { modules: ["core", "engines/regex", "engines/glob", "engines/diff"] },
  "engines/patch": { modules: ["core", "engines/regex", "engines/glob", "engines/diff", "engines/ignore", "engines/edit"] },
  "engines/grep": { modules: ["core", "engines/regex", "engines/glob", "engines/diff", "engines/ignore", "engines/edit"] },
  "engines/symbols": { modules: ["core", "engines"] },

  volumes: { modules: ["core", "engines/diff"] },
  // A container lives on the page: a worker asks for its files over a channel.
  "volumes/webcontainer": { modules: ["core", "engines/diff", "volumes"], packages: ["comlink"] },
  workspace: {
    modules: ["core", "ports", "engines", "volumes/volume", "volumes/change-set", "volumes/preconditions"],
    types: ["policy/guard"],
  },
  // It assembles a workspace, and forks are workspaces.
  "workspace/create-workspace": {
    modules: ["core", "ports", "engines", "volumes/volume", "volumes/forks", "workspace", "history"],
    types: ["policy/guard"],
  },
  "workspace/fork": { modules: ["core", "workspace"], types: ["ports", "policy/guard", "volumes/forks"] },
  policy: { modules: ["core", "ports", "engines", "volumes/volume", "volumes/change-set"], types: ["workspace/access"] },
  // It decorates a volume, and packs its records as the log does.
  history: {
    modules: [
      "core",
      "ports",
      "engines",
      "volumes/volume",
      "volumes/change-set",
      "volumes/decorate",
      "volumes/preconditions",
      "volumes/opfs/packing",
      "volumes/opfs/checksum",
    ],
    types: ["workspace/access"],
  },
  transfer: {
    modules: ["core", "engines", "volumes/volume", "volumes/files", "volumes/change-set", "workspace/targets"],
    types: ["ports", "workspace/access"],
    packages: ["fflate"],
  },
  shell: {
    modules: ["core", "engines", "volumes/volume"],
    types: ["ports", "workspace/access"],
    packages: ["just-bash", "@webcontainer/api"],
  },
  tools: { modules: ["core", "ports", "engines/patch/parse"], packages: ["zod"] },
  adapters: { modules: ["tools"], types: ["ports"] },
  transcript: { modules: ["core", "tools"] },

  // The page's side of the worker carries no schemas; the worker's side and the package's front door assemble what stands above.
  worker: {
    modules: ["core", "tools/result", "tools/around", "tools/definitions"],
    types: ["policy", "ports", "tools", "transfer", "volumes/volume", "volumes/files", "volumes/opfs/replay"],
    packages: ["comlink"],
  },
  "worker/protocol": { types: ["core", "policy", "ports", "tools", "transfer", "volumes/volume", "volumes/opfs/replay", "worker"] },
  "worker/remote-fs": { modules: ["core", "worker", "workspace/fs"], types: ["ports"] },
  "worker/serve": { modules: below, packages: ["comlink", "zod"] },
  "worker/session": { modules: below },
  "worker/site": { modules: below },
  "worker/succession": { modules: ["core", "worker"] },
  "worker/usage": { modules: ["worker"], types: ["volumes/volume"] },
  "worker/tabs": { modules: ["core", "worker", "volumes/opfs/format"] },
  "worker/workspaces": { modules: ["worker/methods", "volumes/opfs"] },
  "worker/index": { modules: below, packages: ["zod"] },
  index: { modules: below },

  conformance: { modules: ["core", "ports", "volumes/volume"] },
  evaluation: { modules: ["transcript"], packages: ["portside", "@playwright/test"] },
  playground: { packages: ["portside", "preact", "@preact/signals", "memfs"] },
  examples: { packages: ["portside"] },
};
