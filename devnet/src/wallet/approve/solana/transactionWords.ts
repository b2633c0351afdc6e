import type {
  ActionCode,
  Asset,
  DescribedCall,
  FactLabel,
  FactValue,
  WarningCode,
} from '@foyer/decode'
import { solanaPrograms } from '@foyer/decode/internal'
import { solanaTokens } from '../../../solana/solanaTokens.ts'
import { exactAmount } from '../amounts.ts'

const programNames: Readonly<Record<string, string>> = {
  [solanaPrograms.system]: 'System program',
  [solanaPrograms.token]: 'Token program',
  [solanaPrograms.token2022]: 'Token 2022 program',
  [solanaPrograms.associated]: 'Associated token program',
  [solanaPrograms.computeBudget]: 'Compute budget program',
  [solanaPrograms.memo]: 'Memo program',
  [solanaPrograms.stake]: 'Stake program',
}

/** Texts for codes that are not clear on their own. */
const actions: Partial<Record<ActionCode, string>> = {
  'send-token': 'Send tokens',
  'approve-token': 'Allow spending',
  'create-account': 'Create an account',
  'close-account': 'Close a token account',
  memo: 'Leave a memo',
}
const labels: Partial<Record<FactLabel, string>> = { 'fee-payer': 'Paid by' }
const warnings: Partial<Record<WarningCode, string>> = {
  'lookup-table-unresolved': 'It names an address in a lookup table that could not be read.',
  'simulation-partial': 'The network could not show all that it would change.',
  'simulation-timed-out': 'The network took too long to try it.',
  'simulation-unavailable': 'No network could try it.',
}

/** `new-authority` as `New authority`. */
const spoken = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')

/** The name of an instruction: `Send tokens`. */
export function actionWords({ action, target = '' }: DescribedCall): string {
  if (action === 'contract-call')
    return Object.hasOwn(programNames, target) ? 'Call a program' : 'Call an unknown program'
  return actions[action] ?? spoken(action)
}

/** The label of a row. */
export const labelWords = (label: FactLabel): string => labels[label] ?? spoken(label)

/** A short warning. */
export const warningWords = (code: WarningCode): string => warnings[code] ?? spoken(code)

/** An amount: `12.5 USDC`, or units if the token's decimals are unknown. */
export function amountWords(amount: bigint, { address, decimals, kind, symbol }: Asset): string {
  if (kind === 'native') return `${exactAmount(amount, decimals ?? 9)} SOL`
  const known = solanaTokens.find((token) => token.address === address)
  const places = decimals ?? known?.decimals
  const name = (known?.symbol ?? symbol) || 'tokens'
  if (places === undefined) return `${amount} units of ${address ?? 'an unknown token'}`
  return `${exactAmount(amount, places)} ${name}`
}

/** The value of a row. */
export function valueWords(value: FactValue): string {
  switch (value.kind) {
    case 'address':
      return programNames[value.address] ?? value.address
    case 'amount':
      return value.unlimited ? 'as much as there is' : amountWords(value.amount, value.asset)
    case 'rate':
      return `${amountWords(value.amount, value.asset)} every ${value.seconds} s`
    case 'moment':
      return value.at === 'never' ? 'never' : new Date(value.at).toISOString()
    case 'number':
      return String(value.number)
    case 'text':
      return value.text
    case 'hex':
      return value.hex
  }
}
