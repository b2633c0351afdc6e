import type { enBuyWait } from './enBuyWait.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of a purchase that was opened. */
export const esBuyWait: WordsOf<typeof enBuyWait> = {
  'buy.openTitle': 'Termina en la otra ventana',
  'buy.open': 'Paga en la página de {seller} y vuelve aquí.',
  'buy.blockedTitle': 'Abre {seller}',
  'buy.blocked': 'El navegador no abrió ninguna ventana. Abre la página con este enlace.',
  'buy.closedTitle': '¿Pagaste?',
  'buy.closed': 'Si pagaste, las monedas llegan solas.',
  'buy.pendingTitle': 'Pago recibido',
  'buy.pending': '{seller} está enviando tus monedas. Puedes cerrar esto.',
  'buy.arrivedTitle': 'Tus monedas han llegado',
  'buy.arrived': '{symbol} de {seller} está en tu cuenta.',
  'buy.endedTitle': 'No se compró',
  'buy.ended': '{seller} no completó la compra.',
  'buy.expiredTitle': 'Esta compra ha caducado',
  'buy.expired': 'No se pagó a tiempo. Empieza de nuevo.',
  'buy.lostTitle': 'No se conoce esta compra',
  'buy.lost': 'Si pagaste, mira tu cuenta dentro de unos minutos.',
  'buy.link': 'Abrir {seller}',
  'buy.transaction': 'Ver transacción',
  'buy.again': 'Empezar de nuevo',
  'buy.another': 'Comprar más',
  'buy.done': 'Listo',
}
