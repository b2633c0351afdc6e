import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { aboveLayers, type Layer, layers, namesLibrary } from './layers.ts'
import { listFiles } from './listFiles.ts'

type Manifest = {
  name?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const scope = '@foyer/'

function allows(libraries: Layer['libraries'], name: string): boolean {
  if (libraries === 'any') return true
  return libraries.some((rule) => namesLibrary(rule, name))
}

function checkManifest(layer: Layer, manifest: Manifest): string[] {
  const where = `${layer.folder}/package.json`
  const self = layer.folder.split('/').at(-1)
  const ours = layer.ours.map((entry) => entry.split('/')[0])
  const shipped = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  })
  const problems =
    manifest.name === `${scope}${self}` ? [] : [`${where}: its name must be ${scope}${self}`]
  for (const name of shipped) {
    if (name.startsWith(scope) && !ours.includes(name.slice(scope.length)))
      problems.push(`${where}: ${name} is not below this layer`)
    if (!name.startsWith(scope) && !allows(layer.libraries, name))
      problems.push(`${where}: ${name} is not a library of this layer (scripts/layers.ts)`)
  }
  for (const name of Object.keys(manifest.devDependencies ?? {}))
    if (name.startsWith(scope) && ![...ours, ...layer.inTests].includes(name.slice(scope.length)))
      problems.push(`${where}: ${name} is not for the tests of this layer`)
  return problems
}

/** @returns A problem for each `package.json` that has no layer or names a package that its layer does not allow. */
export function checkDependencies(root: string): string[] {
  return listFiles(root)
    .filter((path) => path.endsWith('/package.json'))
    .flatMap((path) => {
      const folder = dirname(path)
      if (aboveLayers.includes(folder)) return []
      const layer = layers.find((row) => row.folder === folder)
      if (!layer) return [`${path}: this folder has no row in scripts/layers.ts`]
      return checkManifest(layer, JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest)
    })
}
