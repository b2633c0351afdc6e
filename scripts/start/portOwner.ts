import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { promisify } from 'node:util'

/** True if a server can listen on this port now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    )
  })
}

/**
 * Finds the process that listens on a port, if the system tells.
 *
 * @returns As `process 4242 (node server.js)`; undefined if it is unknown.
 */
export async function findPortOwner(port: number): Promise<string | undefined> {
  const id = process.platform === 'linux' ? await ownerOnLinux(port) : await ownerByLsof(port)
  if (id === undefined) return undefined
  const command = await commandOf(id)
  return `process ${id}${command ? ` (${command})` : ''}`
}

/** Finds the inode of a listening socket, then the process that has it open. @source man 5 proc_net_tcp */
async function ownerOnLinux(port: number): Promise<number | undefined> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  const listening = '0A'
  const inodes = tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((row) => row[1]?.endsWith(suffix) && row[3] === listening)
    .map((row) => `socket:[${row[9]}]`)
  if (inodes.length === 0) return undefined
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // Processes of other users, and those that end meanwhile, do not show their open files.
    const open = await readdir(`/proc/${id}/fd`).catch(() => [])
    for (const descriptor of open) {
      const target = await readlink(`/proc/${id}/fd/${descriptor}`).catch(() => '')
      if (inodes.includes(target)) return Number(id)
    }
  }
  return undefined
}

async function ownerByLsof(port: number): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)('lsof', ['-ti', `tcp:${port}`, '-sTCP:LISTEN'])
    return Number(stdout.split('\n')[0]) || undefined
  } catch {
    // Not installed, or it found no process: then only the port's number is known.
    return undefined
  }
}

async function commandOf(id: number): Promise<string> {
  if (process.platform === 'win32') return ''
  const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(id)]).catch(
    () => ({ stdout: '' }),
  )
  const command = stdout.trim()
  return command.length > 80 ? `${command.slice(0, 79)}…` : command
}
