/** Lists the exports of a package's entry: values by name, types with `type ` in front, whole entries as `* from …`. */
export function readExports(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  const entries = [...code.matchAll(/\bexport\s*\*\s*from\s*['"]([^'"]+)['"]/g)].map(
    ([, from]) => `* from ${from}`,
  )
  const lists = [...code.matchAll(/\bexport\s+(type\s+)?\{([^}]*)\}/g)].flatMap(
    ([, allTypes, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => {
          const isType = allTypes !== undefined || name.startsWith('type ')
          const exported = name.replace(/^type\s+/, '').split(/\s+as\s+/)
          return `${isType ? 'type ' : ''}${exported.at(-1)}`
        }),
  )
  const declared = [
    ...code.matchAll(
      /\bexport\s+(?:declare\s+)?(?:async\s+)?(const|let|function|class|type|interface)\s+(\w+)/g,
    ),
  ].map(([, kind, name]) => (kind === 'type' || kind === 'interface' ? `type ${name}` : `${name}`))
  return [...new Set([...entries, ...lists, ...declared])].sort((a, b) => a.localeCompare(b, 'en'))
}
