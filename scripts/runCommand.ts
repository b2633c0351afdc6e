import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The result of a command: its exit code, and its whole output in order. */
export type CommandResult = { code: number; output: string }

/**
 * Runs a tool of the project and returns its output.
 *
 * @param command - A name, looked up in node_modules/.bin before the PATH.
 * @param cwd - The working folder; its tools are found from `root`.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  { root, cwd = root, env = {} }: { root: string; cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<CommandResult> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, PATH: path, ...env },
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
