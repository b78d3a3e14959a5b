import { writeFileSync } from "node:fs";
import { goldenNames, goldenOf } from "../test/golden/golden.ts";

// Writes test/golden/<profile>.md: what a model is told and reads. Look through the changes before they are committed.

for (const name of goldenNames) writeFileSync(new URL(`../test/golden/${name}.md`, import.meta.url), await goldenOf(name));
