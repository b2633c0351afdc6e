import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, patchLock } from './patchLock.ts'

/**
 * Checks that a lock installs anywhere: complete for every platform, and without the address of a registry.
 *
 * @param text - The whole package-lock.json.
 */
export function checkLockText(text: string): string[] {
  const lock = JSON.parse(text) as Lock
  const addresses = Object.entries(lock.packages)
    .filter(([, { link, resolved }]) => resolved !== undefined && !link)
    .map(([path]) => `package-lock.json: ${path} names the address it was downloaded from`)
  const host = /https?:\/\/[^"\s]*\/-\/[^"\s]*\.tgz/.exec(text)
  if (host && addresses.length === 0)
    addresses.push(`package-lock.json: ${host[0]} is an address of a registry`)
  const { added } = patchLock(lock)
  if (added.length === 0) return addresses
  const missing = `package-lock.json: ${added.length} packages of other platforms are missing`
  return [...addresses, `${missing} (${added[0]}, …): run npm run lock`]
}

/** @returns A problem when the lock and some `package.json` differ, by npm's own judgement, or the text is not clean. */
export function checkLock(root: string): string[] {
  const problems = checkLockText(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const args = ['ci', '--dry-run', '--offline', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) problems.push(npm.stderr.split('\n').slice(0, 15).join('\n'))
  return problems
}
