import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, listUnverified, patchLock } from './patchLock.ts'
import { unverifiedPackages } from './unverifiedPackages.ts'

/**
 * Checks that a lock installs everywhere: complete for every platform, with a checksum for each package and without
 * registry URLs.
 *
 * @param text - The whole package-lock.json.
 * @param known - Packages for other platforms that may lack a checksum, as `name@version`.
 */
export function checkLockText(
  text: string,
  known: ReadonlySet<string> = unverifiedPackages,
): string[] {
  const lock = JSON.parse(text) as Lock
  const addresses = Object.entries(lock.packages)
    .filter(([, { link, resolved }]) => resolved !== undefined && !link)
    .map(([path]) => `package-lock.json: ${path} names the address it was downloaded from`)
  const host = /https?:\/\/[^"\s]*\/-\/[^"\s]*\.tgz/.exec(text)
  if (host && addresses.length === 0)
    addresses.push(`package-lock.json: ${host[0]} is an address of a registry`)
  addresses.push(...checkIntegrity(lock, known))
  const { added } = patchLock(lock)
  if (added.length === 0) return addresses
  const missing = `package-lock.json: ${added.length} packages of other platforms are missing`
  return [...addresses, `${missing} (${added[0]}, …): run npm run lock`]
}

function checkIntegrity(lock: Lock, known: ReadonlySet<string>): string[] {
  const unverified = listUnverified(lock)
  const isOfPlatform = (path: string) => {
    const { cpu, optional, os } = lock.packages[path] ?? {}
    return optional === true && (os !== undefined || cpu !== undefined)
  }
  const specs = new Set(unverified.map(({ name, version }) => `${name}@${version}`))
  return [
    ...unverified
      .filter(({ name, path, version }) => !known.has(`${name}@${version}`) || !isOfPlatform(path))
      .map(({ path }) => `package-lock.json: ${path} has no integrity: run npm run lock`),
    ...[...known]
      .filter((spec) => !specs.has(spec))
      .map(
        (spec) =>
          `scripts/unverifiedPackages.ts: ${spec} has its checksum, or is gone: take it out`,
      ),
  ]
}

/** Minimum age of a version before it is installed, in days. */
const leastAge = 7

/** @returns A problem if npm may install newly published versions. */
export function checkReleaseAge(npmrc: string): string[] {
  const [, days = '0'] = /^min-release-age=(\d+)$/m.exec(npmrc) ?? []
  return Number(days) >= leastAge ? [] : [`.npmrc: set min-release-age=${leastAge} or more`]
}

/** @returns A problem if npm says that the lock does not match a `package.json`, or if the lock's text is invalid. */
export function checkLock(root: string): string[] {
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const problems = [...checkLockText(read('package-lock.json')), ...checkReleaseAge(read('.npmrc'))]
  const args = ['ci', '--dry-run', '--offline', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) problems.push(npm.stderr.split('\n').slice(0, 15).join('\n'))
  return problems
}
