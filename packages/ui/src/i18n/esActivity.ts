import type { enActivity } from './enActivity.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of what a history has and what it lacks. */
export const esActivity: WordsOf<typeof enActivity> = {
  'activity.since': 'Desde el {date}.',
  'activity.missing': 'No se muestra: {list}.',
  'activity.missingInternal': 'monedas enviadas por contratos',
  'activity.missingApprovals': 'permisos',
  'activity.missingFailed': 'transacciones fallidas',
  'activity.missingPast': 'transferencias anteriores de {symbol}',
  'activity.missingTokens': 'algunos de los tokens',
  'activity.missingOther': 'alguna otra actividad',
  'activity.backfill': 'Aún se está leyendo la actividad anterior: {percent}.',
}
