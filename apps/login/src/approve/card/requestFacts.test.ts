import type { Description, Fact } from '@foyer/decode'
import { factsOfCall, sortFacts } from '@foyer/ui/description'
import { expect, test } from 'vitest'
import { descriptions, eth, usdc } from '../scenes.test.kit.ts'

const at = (label: Fact['label'], address: string): Fact => ({
  label,
  value: { kind: 'address', address, own: false },
})
const amountOf = (label: Fact['label'], amount: bigint, asset = usdc): Fact => ({
  label,
  value: { kind: 'amount', amount, unlimited: false, asset },
})
const friend = '0x52908400098527886E0F7030069857D2E4169EE7'
const token = usdc.address ?? ''
const transaction = (facts: Fact[], more: Partial<Description> = {}): Description => ({
  ...descriptions.transfer,
  facts: [{ label: 'nonce', value: { kind: 'number', number: 1n } }],
  leaves: [],
  ...more,
  calls: [{ action: 'send-token', target: token, name: 'transfer', facts, ...empty }],
})
const empty = { warnings: [], calls: [], leaves: [], comes: [] }
const labels = (facts: readonly Fact[]) => facts.map(({ label }) => label)

test('shows the receiver of a single call, and does not repeat the amount of the heading', () => {
  const facts = [
    at('contract', token),
    at('to', friend),
    at('token', token),
    amountOf('amount', 5n),
  ]
  const leaves = [{ asset: usdc, amount: 5n, by: 'request' as const }]
  const sent = sortFacts(transaction(facts, { leaves }))
  expect(labels(sent.shown)).toEqual(['to'])
  expect(labels(sent.details)).toEqual(['nonce', 'contract', 'token', 'amount'])
  // An amount that differs from the one above is shown.
  const other = sortFacts(transaction([at('to', friend), amountOf('value', 7n, eth)], { leaves }))
  expect(labels(other.shown)).toEqual(['to', 'value'])
})

test('shows the spender and amount of an allowance, or the operator and collection when there is no amount', () => {
  const allowed = [
    at('contract', token),
    at('spender', friend),
    at('token', token),
    amountOf('amount', 5n),
  ]
  expect(labels(sortFacts(transaction(allowed)).shown)).toEqual(['spender', 'amount'])
  const all = [at('contract', token), at('operator', friend), at('token', token)]
  expect(labels(sortFacts(transaction(all)).shown)).toEqual(['operator', 'token'])
  // A contract other than the token's is shown.
  const through = [
    at('contract', friend),
    at('to', friend),
    at('token', token),
    amountOf('amount', 5n),
  ]
  expect(labels(sortFacts(transaction(through)).shown)).toContain('contract')
})

test('lists every fact, shown or in the details', () => {
  for (const description of Object.values<Description>(descriptions)) {
    const { details, shown } = sortFacts(description)
    for (const fact of description.facts) expect([...shown, ...details]).toContain(fact)
  }
})

test('omits the facts of a listed call that its line already shows', () => {
  const facts: Fact[] = [
    at('contract', token),
    { label: 'function', value: { kind: 'text', text: 'transfer' } },
    at('to', friend),
    at('token', token),
  ]
  const [call] = transaction(facts).calls
  if (!call) throw new Error('No call.')
  expect(labels(factsOfCall(call))).toEqual(['to'])
  expect(labels(factsOfCall({ ...call, name: 'other', target: friend }))).toEqual(labels(facts))
})
