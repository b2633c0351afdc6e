import type { enCrossing } from './enCrossing.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of swaps across networks that were sent. */
export const esCrossing: WordsOf<typeof enCrossing> = {
  'crossing.onWayTitle': 'En camino',
  'crossing.onWayText':
    '{from} salieron de {fromNetwork}. Deberías recibir {to} en {toNetwork} en unos {time}. Puedes cerrar esto.',
  'crossing.lateTitle': 'Tarda más de lo normal',
  'crossing.lateText':
    '{from} salieron de {fromNetwork} y {source} aún no ha pagado en {toNetwork}. Puedes cerrar esto y volver más tarde.',
  'crossing.receivedTitle': 'Recibido',
  'crossing.receivedText': '{received} llegaron a {toNetwork}.',
  'crossing.toldTitle': 'Probablemente recibido',
  'crossing.toldText': '{source} dice que pagó en {toNetwork}. Comprueba tu saldo allí.',
  'crossing.partialTitle': 'Llegó otro token',
  'crossing.partialText':
    '{source} no pudo terminar el intercambio. Recibiste otro token en {toNetwork}: {token}',
  'crossing.refundedTitle': 'Devuelto',
  'crossing.refundedText': '{source} no pudo terminar el intercambio y te devolvió {received}.',
  'crossing.lostTitle': 'La transferencia falló',
  'crossing.lostText':
    '{source} dice que la transferencia falló. {from} salieron de {fromNetwork}: reclámalos a {source} con la transacción.',
  'crossing.viewOn': 'Ver en {network}',
  'crossing.viewBack': 'Ver devolución',
  'crossing.dismiss': 'Descartar',
}
