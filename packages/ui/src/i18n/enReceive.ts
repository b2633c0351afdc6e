/** English texts of Receive. */
export const enReceive = {
  'receive.hint': 'Scan this code to send to your account on {network}.',
  'receive.request': 'Scan this code to pay {amount} {symbol} on {network}.',
  'receive.label': 'Code with your address on {network}',
  'receive.only': 'Send only tokens on {network} to this address. Others may be lost.',
  'receive.copy': 'Copy address',
  'receive.copied': 'Copied',
  'receive.copyFailed': 'It could not be copied. Select it and copy it by hand.',
  'receive.share': 'Share',
  'receive.shareFailed': 'It could not be shared. Copy it instead.',
  'receive.unsupported': 'This wallet can not receive here.',
  'receive.invalid': 'This request is not valid. Your address is shown without an amount.',
  'receive.ask': 'Request a payment',
  'receive.askFailed': 'It could not be opened. Try again.',
} as const
