/** The part of a `WebContainer` of @webcontainer/api that is used. */
export interface Container {
  export(path: string, options: { readonly format: "json"; readonly excludes?: string[] }): Promise<ContainerTree>;
  mount(tree: ContainerTree): Promise<void>;
  readonly fs: {
    readdir(path: string, options: { readonly withFileTypes: true }): Promise<ContainerEntry[]>;
    readFile(path: string): Promise<Uint8Array>;
    writeFile(path: string, bytes: Uint8Array): Promise<void>;
    mkdir(path: string): Promise<void>;
    rm(path: string, options?: { readonly recursive?: boolean }): Promise<void>;
    rename(from: string, to: string): Promise<void>;
    watch(
      path: string,
      options: { readonly recursive: boolean },
      listener: (event: "rename" | "change", name: string | Uint8Array) => void,
    ): { close(): void };
  };
}

export interface ContainerEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** As the client exports and mounts it. */
export interface ContainerTree {
  [name: string]: ContainerNode;
}
export type ContainerNode = { directory: ContainerTree } | { file: { contents: string | Uint8Array } } | { file: { symlink: string } };
