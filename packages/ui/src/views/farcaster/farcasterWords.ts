import { createWords } from '../../i18n/createWords.tsx'
import { enFarcaster } from '../../i18n/enFarcaster.ts'

export const { Words: FarcasterWords, useWords: useFarcasterWords } = createWords(enFarcaster, {
  es: () => import('../../i18n/esFarcaster.ts').then((m) => m.esFarcaster),
  ar: () => import('../../i18n/arFarcaster.ts').then((m) => m.arFarcaster),
})
