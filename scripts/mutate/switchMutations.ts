import { parseSync } from 'vite'
import type { Mutation } from './findMutations.ts'

/** A mutation with the number that switches it on. */
export type Switched = { readonly id: number; readonly mutation: Mutation }

/** The function that a mutated source calls to ask whether a mutation is on; if it is missing, all are off. */
export const switchName = '__foyerMutation'

type Piece = { readonly start: number; readonly end: number; readonly text: string }

/**
 * Writes all mutations of one source into it, switched off. Statements that only a line break separates stay separate: an
 * expression statement that starts with a switch becomes a block.
 */
export function switchMutations(
  path: string,
  text: string,
  mutations: readonly Switched[],
): string {
  const blocks = findExpressionStatements(path, text).filter(({ start }) =>
    mutations.some(
      ({ mutation: { around } }) => around.kind === 'expression' && around.start === start,
    ),
  )
  // The outer one first; of two with the same range, the block.
  const around = [
    ...blocks.map((block) => ({ ...block, switched: undefined })),
    ...mutations.map((switched) => ({ ...switched.mutation.around, switched })),
  ].sort((a, b) => a.start - b.start || b.end - a.end)
  return write(0, text.length, around)

  function write(start: number, end: number, inside: typeof around): string {
    const pieces: Piece[] = []
    for (let index = 0; index < inside.length; ) {
      const outer = inside[index] as (typeof around)[number]
      const next = inside.findIndex((one, at) => at > index && one.start >= outer.end)
      const last = next < 0 ? inside.length : next
      const inner = write(outer.start, outer.end, inside.slice(index + 1, last))
      pieces.push({ ...outer, text: outer.switched ? choose(outer.switched, inner) : `{${inner}}` })
      index = last
    }
    return replace(start, end, pieces)
  }

  function choose({ id, mutation }: Switched, unbroken: string): string {
    const { around, end, replacement, start } = mutation
    const isOn = `globalThis.${switchName}?.(${id})`
    if (around.kind === 'statement') return `{if(${isOn}){}else{${unbroken}}}`
    const broken = replace(around.start, around.end, [{ start, end, text: replacement }])
    return `(${isOn}?(${broken}):(${unbroken}))`
  }

  function replace(start: number, end: number, pieces: readonly Piece[]): string {
    let [written, at] = ['', start]
    for (const piece of pieces) {
      written += text.slice(at, piece.start) + piece.text
      at = piece.end
    }
    return written + text.slice(at, end)
  }
}

function findExpressionStatements(path: string, text: string): { start: number; end: number }[] {
  const { program } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  const found: { start: number; end: number }[] = []
  visit(program)
  return found

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const node = value as { type?: string; start: number; end: number }
    if (node.type === 'ExpressionStatement') found.push({ start: node.start, end: node.end })
    for (const one of Object.values(node)) visit(one)
  }
}
