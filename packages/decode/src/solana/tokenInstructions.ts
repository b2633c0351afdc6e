import type { Warning } from '../description.ts'
import { amountFact, textFact } from '../facts.ts'
import { encodeBase58 } from './base58.ts'
import {
  dataReader,
  type InstructionContext,
  type InstructionReading,
  type SolanaInstruction,
  solanaFact,
} from './instructionReading.ts'

type Reader = (
  instruction: SolanaInstruction,
  context: InstructionContext,
) => InstructionReading | undefined

/** Maximum of a u64. */
const all = 2n ** 64n - 1n

/** Returns the owner of a token account before the transaction, if known. */
function ownerOf(account: string | undefined, { book, opened }: InstructionContext) {
  if (!account) return undefined
  return book.holding(account)?.owner ?? opened.get(account)?.owner
}

function mintOf(account: string | undefined, { book, opened }: InstructionContext) {
  if (!account) return undefined
  return book.holding(account)?.mint ?? opened.get(account)?.mint
}

/** Indexes of an instruction's accounts; `mint` is present in those named `…Checked`. */
type Places = { mint?: number; to: number; authority: number }

function readTransfer(name: string, places: Places, amountAt: number): Reader {
  return ({ accounts, data }, context) => {
    const amount = dataReader(data).u64(amountAt)
    const [from, to, authority] = [accounts[0], accounts[places.to], accounts[places.authority]]
    if (amount === undefined || !from || !to) return undefined
    const mint = places.mint === undefined ? mintOf(from, context) : accounts[places.mint]
    const asset = mint
      ? context.book.token(mint)
      : ({ kind: 'token', symbol: '', known: false } as const)
    const change = { asset, amount, by: 'request' } as const
    const [payer, receiver] = [ownerOf(from, context), ownerOf(to, context)]
    const leaves = (payer ?? authority) === context.account && receiver !== context.account
    const held = context.book.holding(from)?.amount
    return {
      action: 'send-token',
      name,
      facts: [
        ...(payer === context.account ? [] : solanaFact('from', payer ?? from, context)),
        ...solanaFact('to', receiver ?? to, context),
        ...(receiver === undefined ? [] : solanaFact('account', to, context)),
        ...solanaFact('token', mint, context),
        amountFact('amount', amount, asset),
      ],
      warnings: [
        ...(mint ? context.book.warnings(mint) : [{ code: 'token-unreadable' } as const]),
        ...(held !== undefined && amount > held ? [{ code: 'amount-above-balance' } as const] : []),
      ],
      leaves: leaves ? [change] : [],
      comes: receiver === context.account && payer !== context.account ? [change] : [],
    }
  }
}

function readApprove(name: string, places: Places): Reader {
  return ({ accounts, data }, context) => {
    const amount = dataReader(data).u64(1)
    const [from, delegate] = [accounts[0], accounts[places.to]]
    if (amount === undefined || !from || !delegate) return undefined
    const mint = places.mint === undefined ? mintOf(from, context) : accounts[places.mint]
    const asset = mint
      ? context.book.token(mint)
      : ({ kind: 'token', symbol: '', known: false } as const)
    const held = context.book.holding(from)?.amount
    const large: Warning[] =
      amount === all
        ? [{ code: 'unlimited-amount' }]
        : held !== undefined && amount > held * 100n
          ? [{ code: 'amount-far-above-balance' }]
          : []
    const shown = amountFact('amount', amount, asset)
    return {
      action: 'approve-token',
      name,
      facts: [
        ...solanaFact('spender', delegate, context),
        ...solanaFact('account', from, context),
        ...solanaFact('token', mint, context),
        shown.value.kind === 'amount'
          ? { ...shown, value: { ...shown.value, unlimited: amount === all } }
          : shown,
      ],
      warnings: [
        { code: 'delegates-token' },
        ...large,
        ...(mint ? context.book.warnings(mint) : []),
      ],
    }
  }
}

/** @source spl-token instruction.rs `AuthorityType`; token-2022 adds those from 4 on */
const authorityKinds = ['mint', 'freeze', 'owner', 'close']

const setAuthority: Reader = ({ accounts, data }, context) => {
  const [, kind = 255, some] = data
  return {
    action: 'change-authority',
    name: 'setAuthority',
    facts: [
      ...solanaFact('account', accounts[0], context),
      textFact('authority-kind', authorityKinds[kind] ?? String(kind)),
      ...(some === 1 && data.length >= 35
        ? solanaFact('new-authority', encodeBase58(data.subarray(3, 35)), context)
        : []),
    ],
    warnings: [{ code: 'changes-authority' }],
  }
}

/** Mint of wrapped SOL: only its accounts can be closed with a balance. @source spl-token native_mint */
const wrappedCoins = 'So11111111111111111111111111111111111111112'

const closeAccount: Reader = ({ accounts }, context) => {
  const [account, to] = accounts
  if (!account || !to) return undefined
  const held = context.book.holding(account)
  const unwraps = held?.mint === wrappedCoins && held.owner === context.account
  const coins = context.book.state(account)?.lamports ?? 0n
  return {
    action: 'close-account',
    name: 'closeAccount',
    facts: [...solanaFact('account', account, context), ...solanaFact('to', to, context)],
    warnings: [
      ...(to === context.account ? [] : [{ code: 'closes-account-to-other' } as const]),
      // It may contain wrapped SOL.
      ...(context.book.knows(account) ? [] : [{ code: 'token-unreadable' } as const]),
    ],
    leaves: unwraps
      ? [{ asset: context.book.token(wrappedCoins), amount: held.amount, by: 'request' }]
      : [],
    comes:
      to === context.account && coins > 0n
        ? [{ asset: context.book.native, amount: coins, by: 'request' }]
        : [],
  }
}

function readSupply(action: 'mint' | 'burn', name: string): Reader {
  return ({ accounts, data }, context) => {
    const amount = dataReader(data).u64(1)
    const [first, second] = accounts
    if (amount === undefined || !first || !second) return undefined
    const [mint, account] = action === 'mint' ? [first, second] : [second, first]
    const asset = context.book.token(mint)
    const own = ownerOf(account, context) === context.account
    const change = own ? [{ asset, amount, by: 'request' } as const] : []
    return {
      action,
      name,
      facts: [
        ...solanaFact('account', account, context),
        ...solanaFact('token', mint, context),
        amountFact('amount', amount, asset),
      ],
      warnings: context.book.warnings(mint),
      leaves: action === 'burn' ? change : [],
      comes: action === 'mint' ? change : [],
    }
  }
}

function readPlain(action: InstructionReading['action'], name: string): Reader {
  return ({ accounts }, context) => ({
    action,
    name,
    facts: solanaFact('account', accounts[0], context),
    warnings: [],
  })
}

/** Decodes the initialization of an account. Early versions pass the owner as an account, later ones in the data. */
function readInitialize(name: string): Reader {
  return ({ accounts, data }, context) => {
    const key = dataReader(data).bytes(1, 32)
    const owner = name === 'initializeAccount' ? accounts[2] : key && encodeBase58(key)
    return {
      action: 'create-account',
      name,
      facts: [
        ...solanaFact('account', accounts[0], context),
        ...solanaFact('owner', owner, context),
        ...solanaFact('token', accounts[1], context),
      ],
      warnings: owner === context.account ? [] : [{ code: 'sends-to-other' }],
    }
  }
}

const checked = { mint: 1, to: 2, authority: 3 }
const plain = { to: 1, authority: 2 }

/** Instructions by number. @source https://docs.rs/spl-token-interface/latest/spl_token_interface/instruction/enum.TokenInstruction.html */
const instructions: Readonly<Record<number, Reader>> = {
  0: readPlain('create-account', 'initializeMint'),
  1: readInitialize('initializeAccount'),
  3: readTransfer('transfer', plain, 1),
  4: readApprove('approve', plain),
  5: readPlain('revoke-approval', 'revoke'),
  6: setAuthority,
  7: readSupply('mint', 'mintTo'),
  8: readSupply('burn', 'burn'),
  9: closeAccount,
  10: readPlain('freeze', 'freezeAccount'),
  11: readPlain('freeze', 'thawAccount'),
  12: readTransfer('transferChecked', checked, 1),
  13: readApprove('approveChecked', checked),
  14: readSupply('mint', 'mintToChecked'),
  15: readSupply('burn', 'burnChecked'),
  16: readInitialize('initializeAccount2'),
  17: readPlain('sync-native', 'syncNative'),
  18: readInitialize('initializeAccount3'),
  20: readPlain('create-account', 'initializeMint2'),
  22: readPlain('create-account', 'initializeImmutableOwner'),
}
/** Token-2022's transfer fee extension, and its instruction that transfers. @source https://docs.rs/spl-token-2022-interface */
const transferFee = { extension: 26, transfer: 1 }

/** Decodes an instruction of either token program; undefined when unknown. */
export function readToken(
  instruction: SolanaInstruction,
  context: InstructionContext,
): InstructionReading | undefined {
  const [number = 255, sub] = instruction.data
  if (number === transferFee.extension && sub === transferFee.transfer)
    return readTransfer('transferCheckedWithFee', checked, 2)(instruction, context)
  return instructions[number]?.(instruction, context)
}
