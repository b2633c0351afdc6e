import type { Warning } from '../description.ts'
import { amountFact, chainMoment, momentFact, numberFact, unlimitedFrom } from '../facts.ts'
import { deadlineWarnings, spendingWarnings } from '../spending.ts'
import {
  type CallContext,
  type EvmCall,
  evmAddressFact,
  type FunctionReading,
  isOwn,
  type KnownFunction,
  knownFunction,
} from './callReading.ts'

type Call = EvmCall & { to: string }
const nobody = `0x${'0'.repeat(40)}`

function receiverWarnings(to: string, token: string): Warning[] {
  return to === nobody || to === token.toLowerCase() ? [{ code: 'to-nobody' }] : []
}

/** Decodes a transfer of an amount of tokens, or of an NFT. */
export function readTransfer(
  {
    from,
    to,
    amount,
    nft = false,
  }: { from: string | undefined; to: string; amount: bigint; nft?: boolean },
  token: string,
  context: CallContext,
): FunctionReading {
  const asset = context.book.token(token)
  const isNft = nft || asset.kind === 'nft'
  const change = isNft
    ? {
        asset: { ...asset, kind: 'nft' as const },
        amount: 1n,
        tokenId: amount,
        by: 'request' as const,
      }
    : { asset, amount, by: 'request' as const }
  const [leaves, comes] = [isOwn(context, from), isOwn(context, to)]
  return {
    action: isNft ? 'send-nft' : 'send-token',
    facts: [
      ...(from === undefined || leaves ? [] : [evmAddressFact('from', from, context)]),
      evmAddressFact('to', to, context),
      evmAddressFact('token', token, context),
      isNft ? numberFact('token-id', amount) : amountFact('amount', amount, asset),
    ],
    warnings: [
      ...receiverWarnings(to, token),
      ...context.book.warnings(token).filter(({ code }) => !(isNft && code === 'token-unreadable')),
    ],
    leaves: leaves && !comes ? [change] : [],
    comes: comes && !leaves ? [change] : [],
  }
}

/** Decodes an allowance. @param options.expires - Expiry, in seconds since 1970; omitted for none. */
export function readApproval(
  {
    spender,
    amount,
    expires,
    owner,
  }: { spender: string; amount: bigint; expires?: bigint; owner?: string },
  token: string,
  context: CallContext,
): FunctionReading {
  const asset = context.book.token(token)
  const rows = [
    evmAddressFact('spender', spender, context),
    ...(owner === undefined || isOwn(context, owner)
      ? []
      : [evmAddressFact('owner', owner, context)]),
    evmAddressFact('token', token, context),
  ]
  if (asset.kind === 'nft')
    return spender === nobody
      ? { action: 'revoke-approval', facts: [...rows, numberFact('token-id', amount)] }
      : {
          action: 'approve-nft',
          facts: [...rows, numberFact('token-id', amount)],
          warnings: [{ code: 'lets-spend' }],
        }
  const facts = [
    ...rows,
    amountFact('amount', amount, asset),
    ...(expires === undefined ? [] : [momentFact('expires-at', chainMoment(expires))]),
  ]
  if (amount === 0n) return { action: 'revoke-approval', facts }
  return {
    action: 'approve-token',
    facts,
    warnings: [
      { code: 'lets-spend' },
      ...spendingWarnings(amount, context.book.balance(token)),
      ...(expires === undefined ? [] : deadlineWarnings(expires, context.now)),
      ...context.book.warnings(token),
    ],
  }
}

function readApprovalForAll(
  [operator, approved]: readonly [string, boolean],
  call: Call,
  context: CallContext,
): FunctionReading {
  context.book.token(call.to)
  return {
    action: approved ? 'approve-all' : 'revoke-approval',
    facts: [
      evmAddressFact('operator', operator, context),
      evmAddressFact('token', call.to, context),
    ],
    warnings: approved ? [{ code: 'approves-all-nfts' }] : [],
  }
}

function readBatchTransfer(
  [from, to, ids, amounts]: readonly [string, string, readonly bigint[], readonly bigint[]],
  call: Call,
  context: CallContext,
): FunctionReading {
  const asset = { ...context.book.token(call.to), kind: 'nft' as const }
  const shown = ids.slice(0, 50)
  const changes = shown.map((tokenId, index) => ({
    asset,
    amount: amounts[index] ?? 0n,
    tokenId,
    by: 'request' as const,
  }))
  return {
    action: 'send-nft',
    facts: [
      ...(isOwn(context, from) ? [] : [evmAddressFact('from', from, context)]),
      evmAddressFact('to', to, context),
      evmAddressFact('token', call.to, context),
      ...shown.flatMap((id, index) => [
        numberFact('token-id', id),
        numberFact('amount', amounts[index] ?? 0n),
      ]),
    ],
    warnings: [
      ...receiverWarnings(to, call.to),
      ...(ids.length > shown.length ? [{ code: 'not-all-decoded' } as const] : []),
    ],
    leaves: isOwn(context, from) && !isOwn(context, to) ? changes : [],
    comes: isOwn(context, to) && !isOwn(context, from) ? changes : [],
  }
}

type NftTransfer = readonly [from: string, to: string, tokenId: bigint]
type Permit = readonly [owner: string, spender: string, value: bigint, deadline: bigint]
type DaiPermit = readonly [string, string, bigint, bigint, boolean]

/** Functions of tokens. @source ERC-20, ERC-721, ERC-1155, ERC-2612, WETH9, DAI */
export const tokenFunctions: Readonly<Record<string, KnownFunction>> = {
  '0xa9059cbb': knownFunction<readonly [string, bigint]>(
    'transfer',
    'address,uint256',
    ([to, amount], call, context) =>
      readTransfer({ from: call.sender, to, amount }, call.to, context),
  ),
  '0x23b872dd': knownFunction<NftTransfer>(
    'transferFrom',
    'address,address,uint256',
    ([from, to, amount], call, context) => readTransfer({ from, to, amount }, call.to, context),
  ),
  '0x42842e0e': knownFunction<NftTransfer>(
    'safeTransferFrom',
    'address,address,uint256',
    ([from, to, amount], call, context) =>
      readTransfer({ from, to, amount, nft: true }, call.to, context),
  ),
  '0xb88d4fde': knownFunction<NftTransfer>(
    'safeTransferFrom',
    'address,address,uint256,bytes',
    ([from, to, amount], call, context) =>
      readTransfer({ from, to, amount, nft: true }, call.to, context),
  ),
  '0xf242432a': knownFunction<readonly [string, string, bigint, bigint, Uint8Array]>(
    'safeTransferFrom',
    'address,address,uint256,uint256,bytes',
    ([from, to, id, amount], call, context) =>
      readBatchTransfer([from, to, [id], [amount]], call, context),
  ),
  '0x2eb2c2d6': knownFunction<readonly [string, string, readonly bigint[], readonly bigint[]]>(
    'safeBatchTransferFrom',
    'address,address,uint256[],uint256[],bytes',
    readBatchTransfer,
  ),
  '0x095ea7b3': knownFunction<readonly [string, bigint]>(
    'approve',
    'address,uint256',
    ([spender, amount], call, context) => readApproval({ spender, amount }, call.to, context),
  ),
  '0x39509351': knownFunction<readonly [string, bigint]>(
    'increaseAllowance',
    'address,uint256',
    ([spender, amount], call, context) => readApproval({ spender, amount }, call.to, context),
  ),
  '0xa457c2d7': knownFunction<readonly [string, bigint]>(
    'decreaseAllowance',
    'address,uint256',
    ([spender, amount], call, context) => ({
      action: 'revoke-approval',
      facts: [
        evmAddressFact('spender', spender, context),
        evmAddressFact('token', call.to, context),
        amountFact('amount', amount, context.book.token(call.to)),
      ],
    }),
  ),
  '0xa22cb465': knownFunction<readonly [string, boolean]>(
    'setApprovalForAll',
    'address,bool',
    readApprovalForAll,
  ),
  '0xd505accf': knownFunction<Permit>(
    'permit',
    'address,address,uint256,uint256,uint8,bytes32,bytes32',
    ([owner, spender, amount], call, context) =>
      readApproval({ owner, spender, amount }, call.to, context),
  ),
  '0x8fcbaf0c': knownFunction<DaiPermit>(
    'permit',
    'address,address,uint256,uint256,bool,uint8,bytes32,bytes32',
    ([owner, spender, , , allowed], call, context) =>
      readApproval({ owner, spender, amount: allowed ? 2n ** 256n - 1n : 0n }, call.to, context),
  ),
  '0xd0e30db0': knownFunction('deposit', '', (_, call, context) => {
    const asset = context.book.token(call.to)
    // Only a known contract is certain to return wrapped tokens: any contract can have a function of this name.
    if (!asset.known) return { action: 'wrap', unknown: true }
    const comes = isOwn(context, call.sender)
      ? [{ asset, amount: call.value, by: 'request' as const }]
      : []
    return {
      action: 'wrap',
      facts: [evmAddressFact('token', call.to, context)],
      comes,
    }
  }),
  '0x2e1a7d4d': knownFunction<readonly [bigint]>(
    'withdraw',
    'uint256',
    ([amount], call, context) => {
      const asset = context.book.token(call.to)
      if (!asset.known) return { action: 'unwrap', unknown: true }
      const own = isOwn(context, call.sender)
      return {
        action: 'unwrap',
        facts: [evmAddressFact('token', call.to, context), amountFact('amount', amount, asset)],
        leaves: own && amount < unlimitedFrom ? [{ asset, amount, by: 'request' }] : [],
        comes: own ? [{ asset: context.book.native, amount, by: 'request' }] : [],
      }
    },
  ),
}
