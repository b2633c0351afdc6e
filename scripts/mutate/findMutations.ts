import { parseSync } from 'vite'

/** One change of a source that a test should notice. Offsets refer to the text. */
export type Mutation = {
  readonly operator:
    | 'guard removed'
    | 'guard turned'
    | 'comparison turned'
    | 'bound moved'
    | 'and ↔ or'
    | 'result turned'
    | 'call removed'
    | 'constant off by one'
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** The enclosing expression or statement: a switch selects it or its mutated form. */
  readonly around: {
    readonly kind: 'expression' | 'statement'
    readonly start: number
    readonly end: number
  }
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

const turned: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}
const moved: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const joined: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' }
/** Type assertions: only the expression inside runs. */
const dressed = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
])

/** Finds every mutation of a TypeScript source, in the order of the text. */
export function findMutations(path: string, text: string): readonly Mutation[] {
  const { errors, program } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const found: Mutation[] = []
  const textOf = ({ end, start }: Node) => text.slice(start, end)
  const add = (operator: Mutation['operator'], { end, start }: Node, replacement: string) => {
    const kind = replacement === ';' ? 'statement' : 'expression'
    found.push({ operator, start, end, replacement, around: { kind, start, end } })
  }

  visit(program as unknown as Node)
  return found.sort((a, b) => a.start - b.start)

  function visit(node: Node): void {
    if (node.type.startsWith('TS') && !dressed.has(node.type)) return
    mutate(node)
    for (const [name, value] of Object.entries(node)) {
      // A property's name is not a constant.
      if (name === 'key' && node.computed !== true) continue
      for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) visit(one)
    }
  }

  function mutate(node: Node): void {
    switch (node.type) {
      case 'IfStatement':
        if (!node.alternate) add('guard removed', node, ';')
        add('guard turned', node.test as Node, `!(${textOf(node.test as Node)})`)
        break
      case 'ConditionalExpression':
        add('guard turned', node.test as Node, `!(${textOf(node.test as Node)})`)
        break
      case 'BinaryExpression':
        changeOperator(node, 'comparison turned', turned)
        changeOperator(node, 'bound moved', moved)
        break
      case 'LogicalExpression':
        changeOperator(node, 'and ↔ or', joined)
        break
      case 'ReturnStatement':
        turnResult(node.argument)
        break
      case 'ArrowFunctionExpression':
        if ((node.body as Node).type !== 'BlockStatement') turnResult(node.body)
        break
      case 'ExpressionStatement':
        if (isCall(node.expression as Node)) add('call removed', node, ';')
        break
      case 'Literal':
        if (typeof node.value === 'number')
          add('constant off by one', node, `(${textOf(node)} + 1)`)
        else if (typeof node.bigint === 'string')
          add('constant off by one', node, `(${textOf(node)} + 1n)`)
        break
    }
  }

  /** The operator is between its operands, maybe among comments: the last match before the right one. */
  function changeOperator(
    node: Node,
    operator: Mutation['operator'],
    table: Readonly<Record<string, string>>,
  ): void {
    const replacement = table[node.operator as string]
    if (!replacement) return
    const [left, right] = [node.left as Node, node.right as Node]
    const between = text.slice(left.end, right.start)
    const start = left.end + between.lastIndexOf(node.operator as string)
    const end = start + (node.operator as string).length
    const around = { kind: 'expression', start: node.start, end: node.end } as const
    found.push({ operator, start, end, replacement, around })
  }

  function turnResult(result: unknown): void {
    if (!isNode(result) || textOf(result) === 'undefined') return
    add('result turned', result, isBoolean(result) ? `!(${textOf(result)})` : 'undefined')
  }
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  )
}

function isCall(expression: Node): boolean {
  const { argument, type } = expression
  if (type === 'ParenthesizedExpression') return isCall(expression.expression as Node)
  if (type === 'AwaitExpression' || type === 'UnaryExpression') return isCall(argument as Node)
  if (type === 'ChainExpression') return isCall(expression.expression as Node)
  return type === 'CallExpression' && (expression.callee as Node).type !== 'Super'
}

/** True if the result can be negated; any other result is dropped. */
function isBoolean(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression') return isBoolean(node.expression as Node)
  if (node.type === 'Literal') return typeof node.value === 'boolean'
  if (node.type === 'UnaryExpression') return node.operator === '!'
  if (node.type === 'LogicalExpression')
    return isBoolean(node.left as Node) && isBoolean(node.right as Node)
  return (
    node.type === 'BinaryExpression' &&
    ((node.operator as string) in turned || node.operator === 'in')
  )
}
