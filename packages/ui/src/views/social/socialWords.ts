import { createWords } from '../../i18n/createWords.tsx'
import { enSocial } from '../../i18n/enSocial.ts'

export const { Words: SocialWords, useWords: useSocialWords } = createWords(enSocial, {
  es: () => import('../../i18n/esSocial.ts').then((m) => m.esSocial),
  ar: () => import('../../i18n/arSocial.ts').then((m) => m.arSocial),
})
