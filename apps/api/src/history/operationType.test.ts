import { expect, test } from 'vitest'
import type { ChainTransfer } from '../indexer/chainBlock.ts'
import { noAddress } from '../rpc/ethCall.ts'
import { operationType } from './operationType.ts'

const account = '0x00000000000000000000000000000000000a11ce'
const other = '0x0000000000000000000000000000000000000b0b'
const own = { intent: 'call', isConfirmed: true, receiver: other, sender: account } as const
const move = (
  sender: string,
  receiver: string,
  kind: ChainTransfer['kind'] = 'token',
): ChainTransfer => ({ kind, asset: `erc20:${other}`, sender, receiver, amount: 1n })
const sent = move(account, other)
const got = move(other, account)
const made = move(noAddress, account)
const burnt = move(account, noAddress)
const approved = move(account, other, 'approval')

test.each([
  ['tokens out and others in', 'trade', {}, [sent, got]],
  ['tokens out and shares made', 'deposit', {}, [sent, made]],
  ['tokens out and others in, some of them made', 'trade', {}, [sent, got, made]],
  ['shares burnt and tokens in', 'withdraw', {}, [burnt, got]],
  ['tokens out and an NFT made', 'mint', {}, [sent, move(noAddress, account, 'nft')]],
  ['tokens made', 'mint', {}, [made]],
  ['tokens made in a transaction of another account', 'receive', { sender: other }, [made]],
  ['tokens burnt', 'burn', {}, [burnt]],
  ['some burnt and some sent', 'send', {}, [burnt, sent]],
  ['tokens out in a transaction of another account', 'send', { sender: other }, [sent]],
  ['tokens out after an approval in the same transaction', 'send', {}, [approved, sent]],
  ['an approval', 'approve', { intent: 'approve' }, [approved]],
  ['an approval by another call', 'approve', {}, [approved]],
  [
    'an approval by a signature that another account hands in',
    'execute',
    { sender: other },
    [approved],
  ],
  ['a call', 'execute', {}, []],
  ['no coins sent', 'send', { intent: 'transfer' }, []],
  ['no coins sent to oneself', 'cancel', { intent: 'transfer', receiver: account }, []],
  ['a call of oneself', 'execute', { receiver: account }, []],
  ['a contract that pays while it is deployed', 'deploy', { intent: 'deploy' }, [sent]],
  ['a failed transfer', 'send', { intent: 'transfer', isConfirmed: false }, []],
  ['a failed approval', 'approve', { intent: 'approve', isConfirmed: false }, []],
  ['a failed call', 'execute', { isConfirmed: false }, []],
  ['a failed deployment', 'deploy', { intent: 'deploy', isConfirmed: false }, []],
  ['a failed transfer to the account', 'execute', { isConfirmed: false, sender: other }, []],
] as const)('[7.31] %s: %s', (_, expected, changes, transfers) => {
  expect(operationType({ ...own, ...changes }, { account, own: transfers })).toBe(expected)
})
