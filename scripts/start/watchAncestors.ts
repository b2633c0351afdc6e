import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** How often it is looked whether they live, ms. */
const pollMs = 500
/** `npm`, its shell, and the script that finds Node 24. */
const generations = 3

/**
 * Calls back when one of the processes above this one is gone: npm, when it is told to end, ends its shell and not what
 * the shell runs.
 *
 * @returns A stop function.
 */
export function watchAncestors(onGone: () => void): () => void {
  const ancestors = listAncestors()
  const timer = setInterval(() => {
    if (ancestors.every(isAlive)) return
    clearInterval(timer)
    onGone()
  }, pollMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The numbers of the processes above this one, the nearest first; none where the system does not tell. */
export function listAncestors(): number[] {
  const found: number[] = []
  for (let id = process.ppid; id > 1 && found.length < generations; id = parentOf(id))
    found.push(id)
  return found
}

/** @returns 0 when it can not be known. */
function parentOf(id: number): number {
  try {
    const status =
      process.platform === 'linux'
        ? // The name before it may hold anything, also brackets. @source man 5 proc_pid_stat
          readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) \S /s, '')
        : execFileSync('ps', ['-o', 'ppid=', '-p', String(id)], { encoding: 'utf8' })
    return Number.parseInt(status, 10) || 0
  } catch {
    // It ended just now, or there is no `ps`: then only the nearer ones are watched.
    return 0
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
