import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Interval for checking that they are alive, ms. */
const pollMs = 500
/** `npm`, its shell, and the script that finds Node 24. */
const generations = 3

/**
 * Calls back when an ancestor process has ended, because npm, when stopped, stops its shell but not the program that the shell
 * runs.
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

/** Ids of the ancestor processes, nearest first; empty if the system does not tell. */
export function listAncestors(): number[] {
  const found: number[] = []
  for (let id = process.ppid; id > 1 && found.length < generations; id = parentOf(id))
    found.push(id)
  return found
}

/** @returns 0 if it is unknown. */
function parentOf(id: number): number {
  try {
    const status =
      process.platform === 'linux'
        ? // The preceding name may contain anything, even brackets. @source man 5 proc_pid_stat
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
