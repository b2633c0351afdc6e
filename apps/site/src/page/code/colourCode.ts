/** A piece of code and its kind; `plain` has no colour. */
export type CodePiece = {
  readonly kind: 'plain' | 'word' | 'text' | 'number' | 'name' | 'tag' | 'note'
  readonly text: string
}

/** In order of precedence; text without a match is plain. */
const kinds: readonly (readonly [CodePiece['kind'], RegExp])[] = [
  ['note', /\/\/[^\n]*/y],
  ['text', /'(?:\\.|[^'\\\n])*'|"[^"\n]*"/y],
  ['tag', /<\/?[A-Za-z][\w-]*|\/?>(?=\s|$|<)/y],
  ['word', /\b(?:import|from|export|const|function|return|true|false|type)\b(?!:)/y],
  ['number', /\b\d+\b/y],
  ['name', /\b[A-Za-z]\w*(?=\()|\b[A-Za-z]\w*(?=: |=[{"])/y],
]

/** Splits code into coloured pieces. The pieces joined are the code. */
export function colourCode(code: string): CodePiece[] {
  const pieces: CodePiece[] = []
  let plain = ''
  let at = 0
  while (at < code.length) {
    const found = matchAt(code, at)
    // Match whole words, so that no name starts in the middle of another.
    const step = found?.text ?? /[A-Za-z_]\w*/y[Symbol.match](code.slice(at))?.[0] ?? code[at]!
    if (found) {
      if (plain !== '') pieces.push({ kind: 'plain', text: plain })
      plain = ''
      pieces.push(found)
    } else plain += step
    at += step.length
  }
  if (plain !== '') pieces.push({ kind: 'plain', text: plain })
  return pieces
}

function matchAt(code: string, at: number): CodePiece | undefined {
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at
    const text = pattern.exec(code)?.[0]
    if (text) return { kind, text }
  }
  return undefined
}
