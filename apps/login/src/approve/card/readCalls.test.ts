import type { ActionCode, DescribedCall, Description } from '@foyer/decode'
import { expect, test } from 'vitest'
import { descriptions, sceneOf } from '../scenes.test.kit.ts'
import { readActs, readLoneCall } from './readCalls.ts'
import { sortFacts } from './sortFacts.ts'
import { titleOf } from './titleOf.ts'

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

test('what sets the fee of a Solana transaction is no act of its own', () => {
  const sends = onSolana('fee-settings', 'fee-settings', 'send')
  expect(actionsOf(sends)).toEqual(['send'])
  expect(readLoneCall(sends)?.action).toBe('send')
  expect(actionsOf(onSolana('fee-settings', 'send', 'memo'))).toEqual(['send', 'memo'])
  expect(readLoneCall(onSolana('fee-settings', 'send', 'memo'))).toBeUndefined()
  // A lone instruction names the action.
  expect(actionsOf(onSolana('fee-settings'))).toEqual(['fee-settings'])
})

test('a lone call is the request; a bundle of one is told as a bundle', () => {
  expect(readLoneCall(descriptions.transfer)?.action).toBe('send')
  expect(readLoneCall({ ...descriptions.calls, calls: [call('send')] })).toBeUndefined()
  expect(readLoneCall(descriptions.message)).toBeUndefined()
})

test('coins that are sent on Solana: said in the heading, and to whom', () => {
  const sends = onSolana('fee-settings', 'send')
  expect(titleOf(sceneOf('solana'), sends)).toBe('Send SOL')
  expect(sortFacts(sends).shown.map(({ label }) => label)).toEqual(['to'])
  expect(titleOf(sceneOf('solana'), onSolana('send', 'memo'))).toBe('Approve a transaction')
  // An unknown call is not named after what it resembles.
  expect(titleOf(sceneOf('solana'), onSolana('contract-call'))).toBe('Approve a transaction')
})

test('who pays the fee is told where it is somebody else', () => {
  const paidBy = (own: boolean): Description => ({
    ...onSolana('send'),
    facts: [{ label: 'fee-payer', value: { kind: 'address', address: 'Ada', own } }],
  })
  const shown = (own: boolean) => sortFacts(paidBy(own)).shown.map(({ label }) => label)
  expect(shown(true)).toEqual(['to'])
  expect(shown(false)).toEqual(['fee-payer', 'to'])
})
