import type { DescribeServices } from '../describeServices.ts'
import type { DescribedCall, Description, Fact } from '../description.ts'

/** An address that gets something, or may take it later. */
export type Party = {
  readonly address: string
  /** `unused`: no transaction came from it, and it has no coins. Undefined if the network does not answer. */
  readonly kind?: 'contract' | 'account' | 'unused' | undefined
}

/** Maximum of addresses to look up. */
const most = 8
const labels: ReadonlySet<Fact['label']> = new Set([
  ...(['to', 'spender', 'operator', 'recipient', 'new-owner', 'new-authority'] as const),
])

/** Finds the receivers and spenders of a request, and looks each up on its network. */
export function findParties(
  { calls, facts }: Description,
  { namespace, rpc }: { namespace: string; rpc: DescribeServices['rpc'] },
): Promise<Party[]> {
  const found = new Set([...facts, ...calls.flatMap(factsOf)].flatMap(readAddress))
  const look = namespace === 'solana' ? lookOnSolana : lookOnEvm
  return Promise.all(
    [...found]
      .slice(0, most)
      .map(async (address) => ({ address, kind: await look(address, rpc).catch(() => undefined) })),
  )
}

const factsOf = ({ calls, facts }: DescribedCall): readonly Fact[] => [
  ...facts,
  ...calls.flatMap(factsOf),
]

const readAddress = ({ label, value }: Fact): string[] =>
  labels.has(label) && value.kind === 'address' && !value.own ? [value.address] : []

async function lookOnEvm(address: string, rpc: DescribeServices['rpc']): Promise<Party['kind']> {
  const [code, count, balance] = await Promise.all(
    ['eth_getCode', 'eth_getTransactionCount', 'eth_getBalance'].map((method) =>
      rpc(method, [address, 'latest']),
    ),
  )
  if (typeof code !== 'string') return undefined
  // An account that delegates to code keeps its key. @source EIP-7702
  if (code !== '0x' && !code.startsWith('0xef0100')) return 'contract'
  return code === '0x' && isZero(count) && isZero(balance) ? 'unused' : 'account'
}

const isZero = (quantity: unknown) => typeof quantity === 'string' && /^0x0*$/.test(quantity)

async function lookOnSolana(address: string, rpc: DescribeServices['rpc']): Promise<Party['kind']> {
  const answer = await rpc('getAccountInfo', [
    address,
    { encoding: 'base64', dataSlice: { offset: 0, length: 0 } },
  ])
  const { value } = answer as { value: { executable?: boolean } | null }
  if (value === null) return 'unused'
  return value.executable ? 'contract' : 'account'
}
