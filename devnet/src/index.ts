export { type Bridge, startBridge } from './bridge/startBridge.ts'
export { cardKeys, cardPort } from './card/cardKeys.ts'
export { testCards } from './card/checkCard.ts'
export { signatureHeader, signWebhook } from './card/sendWebhook.ts'
export { startCard } from './card/startCard.ts'
export { challengeOf, challengePort } from './challenge/challengeKeys.ts'
export { startChallenge } from './challenge/startChallenge.ts'
export {
  devBadgesAbi,
  devBridgeAbi,
  devNftAbi,
  devTokenAbi,
  ensRegistryAbi,
  ensResolverAbi,
  ensReverseRegistrarAbi,
  foyerAccountAbi,
  foyerPaymasterAbi,
  foyerPermissionsAbi,
  permit2Abi,
  uniswapV2FactoryAbi,
  uniswapV2PairAbi,
  uniswapV2RouterAbi,
  uniswapV3FactoryAbi,
  uniswapV3PositionsAbi,
  wethAbi,
} from './evm/abis.ts'
export {
  type DevnetAccount,
  devnetAccounts,
  devnetDeployer,
  devnetMnemonic,
  devnetPaymasterSigner,
} from './evm/accounts.ts'
export { devnetAddresses } from './evm/addresses.ts'
export { type DevnetChain, devnetChains, foyerDevnet, foyerDevnetTwo } from './evm/chains.ts'
export { compileOnce } from './evm/compileOnce.ts'
export { createFaucet, type Faucet } from './evm/faucet.ts'
export { type DevnetName, devnetNames } from './evm/names.ts'
export { badgeIds, badgesFolder, ipfsFile, spamCollection } from './evm/nfts.ts'
export { type EvmChain, startEvm } from './evm/startEvm.ts'
export { type DevnetToken, devnetTokens } from './evm/tokens.ts'
export {
  farcasterClients,
  farcasterOrigin,
  farcasterPort,
  farcasterRelayKey,
} from './farcaster/farcasterKeys.ts'
export {
  deploySigner,
  type FarcasterUser,
  farcasterUser,
  registerFid,
} from './farcaster/farcasterUsers.ts'
export { type SignedSiwf, type SiwfParams, signSiwf } from './farcaster/signSiwf.ts'
export { type SiwfWrong, siwfWrongs } from './farcaster/siwfWrongs.ts'
export { startFarcaster } from './farcaster/startFarcaster.ts'
export { freePort } from './freePort.ts'
export { identityClients, identityPort } from './identity/identityClients.ts'
export { type DevIdentity, startIdentity } from './identity/startIdentity.ts'
export { type WrongAnswer, wrongAnswers } from './identity/wrongAnswers.ts'
export { pairLoginWithVault } from './login/pairLoginWithVault.ts'
export type { MailMessage } from './mail/mailMessage.ts'
export { type MailSender, mailSenders } from './mail/mailSenders.ts'
export {
  type DevMail,
  mailPort,
  mailSmtpPort,
  type SmtpAccess,
  startMail,
} from './mail/startMail.ts'
export type { ServedPage } from './servePage.ts'
export { solanaDevnet } from './solana/cluster.ts'
export { createSolanaFaucet, type SolanaFaucet } from './solana/faucet.ts'
export {
  poolProgramAddress,
  type SolanaPool,
  solanaPools,
  wrappedSol,
} from './solana/pool/solanaPools.ts'
export { swapInstruction } from './solana/pool/swapInstruction.ts'
export {
  type SolanaAccount,
  solanaAccounts,
  solanaFaucetAccount,
  solanaSecretKey,
} from './solana/solanaAccounts.ts'
export {
  type SolanaNft,
  solanaNftFile,
  solanaNfts,
  solanaSpamName,
  tidesFolder,
} from './solana/solanaNfts.ts'
export { type SolanaToken, solanaTokens } from './solana/solanaTokens.ts'
export { type SolanaChain, startSolana } from './solana/startSolana.ts'
export { type Devnet, startDevnet } from './startDevnet.ts'
export { faucetRequest, faucetResponse } from './wallet/faucetRequest.ts'
export {
  type HostileKind,
  hostileKinds,
  type SolanaHostileKind,
  solanaHostileKinds,
} from './wallet/hostile/hostileKinds.ts'
export { type DevWallet, startWallet, walletPort } from './wallet/startWallet.ts'
export { phoneIcon } from './walletconnect/phoneIcon.ts'
export { phoneWalletPort, startPhoneWallet } from './walletconnect/startPhoneWallet.ts'
