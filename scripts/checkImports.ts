import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Layer, layers, namesLibrary } from './layers.ts'
import { listFiles } from './listFiles.ts'
import { readImports, scriptLanguages } from './reach/readImports.ts'

const scope = '@foyer/'

/** Files that are not shipped, so that they may use Node: tests, their shared code, galleries, and tool configs. */
const unshipped = /\.test\.|^(?:test|gallery)\/|^[^/]+\.config\.ts$/

/** A package's name allows its entries too; an entry allows only itself. */
function allowsOurs(entry: string, name: string): boolean {
  const full = scope + entry
  return name === full || (!entry.includes('/') && name.startsWith(`${full}/`))
}

/** Returns why a file of a layer may not import a module; undefined if it may. */
function findRule(layer: Layer, name: string, isShipped: boolean): string | undefined {
  const self = layer.folder.split('/').at(-1) ?? layer.folder
  const ours = [self, ...layer.ours, ...(isShipped ? [] : layer.inTests)]
  if (name.startsWith(scope) && !ours.some((entry) => allowsOurs(entry, name)))
    return `${layer.folder} may import only ${ours.map((entry) => scope + entry).join(', ')}`
  const never = { ...layer.never, ...(isShipped ? layer.neverShipped : {}) }
  return Object.keys(never).find((reason) =>
    never[reason]?.some((rule) => namesLibrary(rule, name)),
  )
}

/**
 * Checks each import against the layer table: values, types, re-exports and lazy imports.
 *
 * @returns File, line, import and the broken rule: `packages/core/src/a.ts:1: 'react': this layer is headless: no react`
 */
export function checkImports(root: string): string[] {
  return listFiles(root).flatMap((path) => {
    const layer = layers.find(({ folder }) => path.startsWith(`${folder}/`))
    if (!layer || !(extname(path) in scriptLanguages)) return []
    const isShipped = !unshipped.test(path.slice(layer.folder.length + 1))
    const text = readFileSync(join(root, path), 'utf8')
    return readImports(path, text).flatMap(({ at, name }) => {
      const rule = findRule(layer, name, isShipped)
      const line = text.slice(0, at).split('\n').length
      return rule === undefined ? [] : [`${path}:${line}: '${name}': ${rule}`]
    })
  })
}
