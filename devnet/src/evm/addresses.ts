import { devnetDeployer } from './accounts.ts'

/**
 * Address of each contract, the same on both chains: it follows from the deployer and the
 * order in `deploy/deployContracts.ts`, which throws if this table is wrong.
 */
export const devnetAddresses = {
  deployer: devnetDeployer.address,
  /** The same address as on every public chain, so that viem's `multicall` needs no option. */
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  /** The same address as on Ethereum. */
  ensRegistry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  /** The same addresses as on OP Mainnet. */
  farcasterIdRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  farcasterKeyRegistry: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
  weth: '0xCABEe62adFB2a4d4172Fc2F7536f324FC52C274a',
  usdc: '0xD89c1432EaA169C54dC7610C744c68a2F4b6B3e5',
  wbtc: '0x4425918ff69Fe214AC093710cF41216AE9149c3A',
  dai: '0x58c1c343c185Aa5CD3c2Cc1c2b7d7bD055F1bf98',
  point: '0x749d20D85555330d20862770b58a72939285c42a',
  uniswapV2Factory: '0x5c4A427Fbc88c761db3887d88606D97D32e95c3B',
  uniswapV2Router: '0xcA88B57549db9f89C1f9D3603b4e04A15242e100',
  ensResolver: '0x8fFbf6bED8E989688A9BF15203697F87CB63Dd2A',
  ensReverseRegistrar: '0xF801fc13AA08876F343fEBf50dFfA52A78180811',
  /** NFTs (ERC-721), whose pictures and descriptions are in the contract. */
  art: '0xC7975277e79BD36eb18bD490d097a6857e130e48',
  /** NFTs (ERC-1155), whose descriptions are on the devnet's IPFS. */
  badges: '0x06E54Aa21496Ed0099219ea79a2c72247F36091A',
  /** NFTs (ERC-721) with the name of a trap. */
  spam: '0xCF9C83be89ac927F9D98F0CaFB9ED7fDea2fD459',
  uniswapV3Factory: '0x5D3F6015fEdC9c112aA53CBb0c82Cd6F6dfbc251',
  uniswapV3Router: '0xC29823c8E683f0B9fF19Fb32FBBd3cc2587eBBfa',
  uniswapV3Quoter: '0x4778f84A9f9842dBfa241c46eAbb612823fec97d',
  uniswapV3Positions: '0x539F713206437EE4c1FC978Fa74874aEF880cB74',
  /** Code that an account uses to send several calls in one transaction (EIP-7702, ERC-7821). */
  batch: '0x021799995D4ed1a1120CFE5877263Dd9445e9037',
  /** The same address as on every public chain: wallets know its messages by it. */
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  uniswapV4PoolManager: '0x8949f561b9A4A650B8A9E0EA955B9Dfd37CADCdc',
  uniswapV4Positions: '0xe7C4724c7C4a8E9206920ee2aD765e5c93C28F5B',
  uniswapV4Quoter: '0x2238CD68984C23D8D9020E41cb6a0Cef3cAD3703',
  uniswapV4StateView: '0x280a583bD32EcDFF5F88617a032AA0edc1647a29',
  universalRouter: '0xa01C278F1Ea79D11D008b1b7DB96258dAD7621E4',
  /** Takes what is to arrive on the other chain. */
  bridge: '0x81DEff7DaAEfd73DDb0a64829B4F09345c64663b',
  /** Lets others act for accounts within limits (ERC-7710): `contracts/FoyerPermissions.sol`. Its address follows from its code. */
  permissions: '0x5E9228Ba53Ccf4018Ee80f2265ee549425C2E8EA',
  /** Code of the embedded wallet's accounts (EIP-7702): `contracts/FoyerAccount.sol`. Its address follows from its code. */
  account: '0xb7A1213b4b208Ec862cc7A7806F5Fee21f5a6Ce2',
  /** The same address as on every public chain: x402 payments by Permit2 reach their receiver through it. */
  paymentProxy: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001',
  /** EntryPoint 0.8 of ERC-4337, at its address on every public chain. */
  entryPoint: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  /** Pays for operations that `devnetPaymasterSigner` has signed: `contracts/FoyerPaymaster.sol`. */
  paymaster: '0x258D7deb400ff3d5d1aD4465472A073f6cDDC8B5',
} as const
