import type { ActionCode, DescribedCall, Description } from '@foyer/decode'
import { readActs, readLoneCall, sortFacts, titleOf } from '@foyer/ui/description'
import { expect, test } from 'vitest'
import { descriptions } from '../scenes.test.kit.ts'

const call = (action: ActionCode): DescribedCall => ({
  action,
  facts: [{ label: 'to', value: { kind: 'address', address: 'Bob', own: false } }],
  warnings: [],
  calls: [],
})
const onSolana = (...actions: ActionCode[]): Description => ({
  ...descriptions.solana,
  calls: actions.map(call),
})
const actionsOf = (description: Description) => readActs(description).map(({ action }) => action)

test('does not count the fee settings of a Solana transaction as an action', () => {
  const sends = onSolana('fee-settings', 'fee-settings', 'send')
  expect(actionsOf(sends)).toEqual(['send'])
  expect(readLoneCall(sends)?.action).toBe('send')
  expect(actionsOf(onSolana('fee-settings', 'send', 'memo'))).toEqual(['send', 'memo'])
  expect(readLoneCall(onSolana('fee-settings', 'send', 'memo'))).toBeUndefined()
  // A fee setting is the action when it is the only instruction.
  expect(actionsOf(onSolana('fee-settings'))).toEqual(['fee-settings'])
})

test('recognises a single call, but not a bundle of one call or a message', () => {
  expect(readLoneCall(descriptions.transfer)?.action).toBe('send')
  expect(readLoneCall({ ...descriptions.calls, calls: [call('send')] })).toBeUndefined()
  expect(readLoneCall(descriptions.message)).toBeUndefined()
})

test('the heading names coins sent on Solana, and the receiver is shown', () => {
  const sends = onSolana('fee-settings', 'send')
  expect(titleOf(sends, { site: 'shop.example' })).toBe('Send SOL')
  expect(sortFacts(sends).shown.map(({ label }) => label)).toEqual(['to'])
  expect(titleOf(onSolana('send', 'memo'), { site: 'shop.example' })).toBe('Approve a transaction')
  // An unknown call is not named after what it resembles.
  expect(titleOf(onSolana('contract-call'), { site: 'shop.example' })).toBe('Approve a transaction')
})

test('shows the fee payer when it is another account', () => {
  const paidBy = (own: boolean): Description => ({
    ...onSolana('send'),
    facts: [{ label: 'fee-payer', value: { kind: 'address', address: 'Ada', own } }],
  })
  const shown = (own: boolean) => sortFacts(paidBy(own)).shown.map(({ label }) => label)
  expect(shown(true)).toEqual(['to'])
  expect(shown(false)).toEqual(['fee-payer', 'to'])
})
