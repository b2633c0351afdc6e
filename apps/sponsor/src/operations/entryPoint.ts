import { parseAbi } from 'viem'

/** EntryPoint 0.8. @source https://github.com/eth-infinitism/account-abstraction/releases */
export const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

export const entryPointAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function getNonce(address sender, uint192 key) view returns (uint256)',
])
