import { extname } from 'node:path'
import { parseSync } from 'vite'

/** What a script is parsed as, by the ending of its name. */
export const scriptLanguages: Record<string, 'ts' | 'tsx' | 'js'> = {
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.mts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
}

/** A module that a file names in an import or re-export. */
export type Import = {
  name: string
  /** Only types are taken from it: nothing is loaded when the file runs. */
  isType: boolean
  /** Where the name begins, in letters from the start of the file. */
  at: number
}

/** Reads the imports of a script: static ones, re-exports and lazy ones. */
export function readImports(path: string, text: string): Import[] {
  const { module } = parseSync(path, text, { lang: scriptLanguages[extname(path)] ?? 'ts' })
  return [
    ...module.staticImports.map(({ entries, moduleRequest: { start, value } }) => ({
      name: value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
      at: start,
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ isType, moduleRequest }) =>
        moduleRequest ? [{ name: moduleRequest.value, isType, at: moduleRequest.start }] : [],
      ),
    ...module.dynamicImports.map(({ moduleRequest: { end, start } }) => ({
      name: text.slice(start + 1, end - 1),
      isType: false,
      at: start,
    })),
  ]
}
