export { challengeVariables, readChallenge } from './work/challengeVariables.ts'
export { type ChallengeSettings, createChallenge } from './work/createChallenge.ts'
export {
  createWorkGate,
  type WorkAsked,
  type WorkGate,
  type WorkLimits,
} from './work/createWorkGate.ts'
