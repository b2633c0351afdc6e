export {
  createVerifySiwf,
  type FarcasterChain,
  type VerifySiwf,
} from './farcaster/createVerifySiwf.ts'
export { farcasterVariables, readFarcasterChain } from './farcaster/farcasterVariables.ts'
