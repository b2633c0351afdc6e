import { createWords } from '../../i18n/createWords.tsx'
import { enSignIn } from '../../i18n/enSignIn.ts'

export const { Words: SignInWords, useWords: useSignInWords } = createWords(enSignIn, {
  es: () => import('../../i18n/esSignIn.ts').then((m) => m.esSignIn),
  ar: () => import('../../i18n/arSignIn.ts').then((m) => m.arSignIn),
})
