import { spawn } from "node:child_process";

/** Runs a program of node_modules/.bin or the PATH to its end and shows its output; the promise is its exit code. */
export function execute(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: environment(), shell: process.platform === "win32" });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** As `execute`, with what it wrote to standard output as well. */
export function capture(command: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["inherit", "pipe", "inherit"], env: environment(), shell: process.platform === "win32" });
    let output = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text: string) => {
      process.stdout.write(text);
      output += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Scripts may be started without npm, which is what puts the project's programs on the PATH. */
function environment(): NodeJS.ProcessEnv {
  const separator = process.platform === "win32" ? ";" : ":";
  return { ...process.env, PATH: `node_modules/.bin${separator}${process.env["PATH"] ?? ""}` };
}
