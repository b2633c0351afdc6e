export {
  type ButtonHint,
  buttonCookie,
  readButtonHint,
} from './elements/buttonHint.ts'
export type { ButtonName } from './elements/defineButtons.ts'
export { renderButton } from './elements/renderButton.ts'
