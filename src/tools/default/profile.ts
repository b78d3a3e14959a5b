import type { Profile } from "../profile.ts";
import { applyPatchTool } from "./apply-patch.ts";
import { createTool } from "./create.ts";
import { deleteTool } from "./delete.ts";
import { editTool } from "./edit.ts";
import { fileCountTool } from "./file-count.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { listTool } from "./list.ts";
import { mkdirTool } from "./mkdir.ts";
import { moveTool } from "./move.ts";
import { readImageTool } from "./read-image.ts";
import { readTool } from "./read.ts";
import { treeTool } from "./tree.ts";
import { writeTool } from "./write.ts";

/** Portside's own tools. A model is offered the ones it needs most; it can call the others by name. */
export const defaultProfile: Profile = {
  name: "default",
  tools: [readTool, writeTool, editTool, applyPatchTool, globTool, grepTool, listTool, moveTool, deleteTool],
  byName: [createTool, mkdirTool, readImageTool, treeTool, fileCountTool],
  dialect: {},
};
