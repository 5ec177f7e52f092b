package file

import (
	"reflect"
	"testing"
)

// fill sets every member below v to a non-zero value.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(7)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	default:
		panic("a member of kind " + v.Kind().String())
	}
}

// empty reports the first member that is set, except for empty lists.
func empty(t *testing.T, v reflect.Value, name string) {
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			empty(t, v.Field(i), name+"."+v.Type().Field(i).Name)
		}
	case v.Kind() == reflect.Slice && v.Len() == 0 && v.Cap() == 1:
	case name == ".Level" && v.Int() == -1:
	case !v.IsZero() || v.Kind() == reflect.Slice:
		t.Errorf("after Reset, %s is %v", name, v)
	}
}

func TestResetEmptiesEveryMemberAndKeepsMemory(t *testing.T) {
	var e Entry
	fill(reflect.ValueOf(&e).Elem())
	e.Reset()
	empty(t, reflect.ValueOf(e), "")
}
