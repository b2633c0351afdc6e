import { createWords } from '../../i18n/createWords.tsx'
import { enCrossing } from '../../i18n/enCrossing.ts'

export const { Words: CrossingWords, useWords: useCrossingWords } = createWords(enCrossing, {
  es: () => import('../../i18n/esCrossing.ts').then((m) => m.esCrossing),
  ar: () => import('../../i18n/arCrossing.ts').then((m) => m.arCrossing),
})
