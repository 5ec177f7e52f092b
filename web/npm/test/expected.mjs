/** What every consumer shows. */
export const EXPECTED = '{"format":"actionbase","record":"edge-count","source":"item","same":true}';
