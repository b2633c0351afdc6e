import { createWords } from '../../i18n/createWords.tsx'
import { enNfts } from '../../i18n/enNfts.ts'

export const { Words: NftWords, useWords: useNftWords } = createWords(enNfts, {
  es: () => import('../../i18n/esNfts.ts').then((m) => m.esNfts),
  ar: () => import('../../i18n/arNfts.ts').then((m) => m.arNfts),
})
