import type { enBuy } from './enBuy.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of Buy. */
export const esBuy: WordsOf<typeof enBuy> = {
  'buy.amount': 'Pagas',
  'buy.currency': 'Moneda',
  'buy.token': 'Compras',
  'buy.sellers': 'Vendedor',
  'buy.receive': 'Unos {amount} {symbol}',
  'buy.fees': 'Comisiones {fees}, incluidas',
  'buy.feeRange': 'Comisión {min}–{max} %',
  'buy.noPrice': 'No hay precio para este importe',
  'buy.limits': 'Entre {min} y {max}',
  'buy.amountInvalid': 'Escribe un importe como 50 o 49,90.',
  'buy.receiver': 'A tu cuenta en {network}',
  'buy.continue': 'Continuar con {seller}',
  'buy.outside': '{seller} se abre en otra ventana. Pagas allí y te entrega las monedas.',
  'buy.none': 'Aquí no se puede comprar nada en {network}.',
  'buy.unavailable': 'No se pudo contactar con los vendedores.',
  'buy.failed': 'No se pudo iniciar la compra. Inténtalo de nuevo.',
  'buy.tooMany': 'Se iniciaron demasiadas compras. Espera un rato e inténtalo de nuevo.',
}
