import type { Address } from 'viem'
import { encodeFunctionData, hexToBigInt, parseAbi } from 'viem/utils'
import type { EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { ethCall } from '../rpc/ethCall.ts'
import { convertError } from './convertError.ts'

const abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

/**
 * Checks that an account holds the amount that its order spends, and allows it.
 * @throws HttpError 400 `insufficient-balance`, `insufficient-allowance`, `token-unknown`
 */
export async function checkFunds(
  rpc: ChainRpc,
  chain: EvmChain,
  {
    amount,
    spender,
    token,
    user,
  }: { amount: bigint; spender: Address; token: Address; user: Address },
): Promise<void> {
  const [balance, allowance] = await ethCall(rpc, chain, [
    { to: token, data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [user] }) },
    {
      to: token,
      data: encodeFunctionData({ abi, functionName: 'allowance', args: [user, spender] }),
    },
  ])
  if (balance?.length !== 66 || allowance?.length !== 66) throw convertError('token-unknown')
  if (hexToBigInt(balance) < amount) throw convertError('insufficient-balance')
  if (hexToBigInt(allowance) < amount) throw convertError('insufficient-allowance')
}
