/** One option as its type declares it. */
export type Option = {
  readonly name: string
  /** As in the source, without `readonly` in front and `| undefined` at the end. */
  readonly type: string
  /** The text after `@default` in its comment; `required` if it can not be omitted. */
  readonly fallback: string | undefined
}

/**
 * Reads the fields of an object type from its source.
 *
 * @param parameters.isResolved - True for a type of resolved options, whose fields without `?` have a default too.
 */
export function readOptions(
  source: string,
  { isResolved = false, type }: { type: string; isResolved?: boolean },
): Option[] {
  const [, after = ''] = source.split(new RegExp(`type ${type} = \\{\\n`))
  const [body = ''] = after.split(/\n *\}(?: &.*)?\n/)
  const fields = `${body}\n`.matchAll(
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?(?:readonly )?(\w+)(\?)?: (.+)\n/g,
  )
  return [...fields].map(([, comment = '', name = '', isOptional, written = '']) => ({
    name,
    type: written.replace(/ \| undefined$/, '').replace(/^\((.*)\)$/, '$1'),
    fallback: isOptional || isResolved ? readDefault(comment) : 'required',
  }))
}

function readDefault(comment: string): string | undefined {
  const text = comment.replace(/\n\s*\*?/g, ' ')
  return /@default (.*?)\s*(?:@source|$)/.exec(text)?.[1]?.replaceAll('`', '')
}
