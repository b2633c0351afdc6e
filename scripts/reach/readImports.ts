import { extname } from 'node:path'
import { parseSync } from 'vite'

/** The parser language of a script, by its file extension. */
export const scriptLanguages: Record<string, 'ts' | 'tsx' | 'js'> = {
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.mts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
}

/** A module named in an import or re-export. */
export type Import = {
  name: string
  /** True if the import uses only types, so that nothing is loaded at runtime. */
  isType: boolean
  /** Offset of the module name, in characters from the start of the file. */
  at: number
}

/** Reads a script's imports: static ones, re-exports and lazy ones. */
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
