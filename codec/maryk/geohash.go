package maryk

// AppendGeoHash appends the geohash of a point. The intervals of longitude (from ±180) and latitude
// (from ±90) are halved in turn; a bit is 1 when the coordinate is in the upper half, which
// includes the middle. bits is a multiple of 8. It uses the exact degrees, not the rounded ones
// that are stored, so a point near a border may get another cell after it is read back.
func AppendGeoHash(dst []byte, latitude, longitude float64, bits uint32) []byte {
	from, to := [2]float64{-180, -90}, [2]float64{180, 90}
	at := [2]float64{longitude, latitude}
	var b byte
	for i := range bits {
		axis := i % 2
		middle := (from[axis] + to[axis]) / 2
		b <<= 1
		if at[axis] >= middle {
			b |= 1
			from[axis] = middle
		} else {
			to[axis] = middle
		}
		if i%8 == 7 {
			dst = append(dst, b)
		}
	}
	return dst
}

// GeoHashCell returns the smallest latitude and longitude of a geohash's cell, and the size of the
// cell in degrees.
func GeoHashCell(hash []byte) (latitude, longitude, height, width float64) {
	from, to := [2]float64{-180, -90}, [2]float64{180, 90}
	for i := range 8 * len(hash) {
		axis := i % 2
		middle := (from[axis] + to[axis]) / 2
		if hash[i/8]>>(7-i%8)&1 == 1 {
			from[axis] = middle
		} else {
			to[axis] = middle
		}
	}
	return from[1], from[0], to[1] - from[1], to[0] - from[0]
}
