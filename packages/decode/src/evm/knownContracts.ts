import type { Warning } from '../description.ts'
import { permissionsContract } from './permissionGrant.ts'

/** The role of a well-known contract. */
export type ContractRole =
  | 'entry-point'
  | 'permit2'
  | 'multicall'
  | 'router'
  | 'seaport'
  | 'cow'
  | 'permissions'

/**
 * Trusted contracts, each at the same address on every network that has it.
 * @source https://github.com/eth-infinitism/account-abstraction/releases; https://github.com/Uniswap/permit2;
 * https://www.multicall3.com; https://docs.uniswap.org/contracts; https://github.com/ProjectOpenSea/seaport;
 * https://docs.cow.fi/cow-protocol/reference/contracts/core
 */
const contracts: Readonly<Record<string, ContractRole>> = {
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789': 'entry-point',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032': 'entry-point',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108': 'entry-point',
  '0x000000000022D473030F116dDEE9F6B43aC78BA3': 'permit2',
  '0xcA11bde05977b3631167028862bE2a173976CA11': 'multicall',
  '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D': 'router',
  '0xE592427A0AEce92De3Edee1F18E0157C05861564': 'router',
  '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45': 'router',
  '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD': 'router',
  '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af': 'router',
  '0x00000000000001ad428e4906aE43D8F9852d0dD6': 'seaport',
  '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC': 'seaport',
  '0x0000000000000068F116a894984e2DB1123eB395': 'seaport',
  '0x9008D19f58AAbD9eD0D60971565AA8510560ab41': 'cow',
  [permissionsContract]: 'permissions',
}

/** Returns the role of a well-known contract, by its address in any case. */
export function contractRole(address: string): ContractRole | undefined {
  const lower = address.toLowerCase()
  return Object.entries(contracts).find(([known]) => known.toLowerCase() === lower)?.[1]
}

/** The addresses, in mixed case. */
export const knownContracts: readonly string[] = Object.keys(contracts)

/** Returns the warnings of a call that contains calls: an unknown contract might execute something else. */
export function bundleWarnings({ to }: { to: string }): Warning[] {
  return contractRole(to) === undefined ? [{ code: 'unknown-call' }] : []
}
