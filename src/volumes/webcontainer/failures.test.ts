import { expect, test } from "vitest";
import { fail } from "../../core/errors.ts";
import { failureOf } from "./failures.ts";

test.each([
  ["ENOENT: no such file or directory, open 'a'", { code: "not_found", details: { path: "/workspace/a" } }],
  ["ENOTDIR: not a directory, scandir 'a'", { code: "not_a_directory", details: { path: "/workspace/a" } }],
  ["EISDIR: illegal operation on a directory, read", { code: "is_a_directory", details: { path: "/workspace/a" } }],
  ["ENOSPC: no space left on device, write", { code: "no_space" }],
  ["EDQUOT: disk quota exceeded", { code: "no_space" }],
  ["EACCES: permission denied, open 'a'", { code: "permission_denied", details: { path: "/workspace/a", capability: "write" } }],
  ["EPERM: operation not permitted", { code: "permission_denied" }],
  ["EROFS: read-only file system", { code: "permission_denied" }],
  ["ENAMETOOLONG: name too long, open 'a'", { code: "path_malformed", details: { reason: "name" } }],
  ["EIO: i/o error, write", { code: "io_error", details: { operation: "write", reason: "EIO: i/o error, write" } }],
  ["Proxy has been released and is not useable", { code: "io_error" }],
  ["the file ENOENT is missing", { code: "io_error" }],
])("%s", (message, expected) => {
  expect(failureOf(new Error(message), "write", "/workspace/a")).toMatchObject({ status: "rejected", ...expected });
});

test("what has a code already keeps it", () => {
  const error = fail("not_empty", { path: "/workspace/a", entries: 1 });
  expect(failureOf(error, "delete", "/workspace/a")).toBe(error);
});
