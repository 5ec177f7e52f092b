package hfile

import "github.com/rowlens/rowlens/codec/file"

var samples = []file.Sample{
	{Name: ware, Title: "records of a Maryk table in HBase", Files: packed[ware]},
}

const ware = "rllatest.Ware.d.f6a695d491d649219a9d18d8b01a19d8.hfile"
